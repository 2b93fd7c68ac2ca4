"""The pages and their files: templates, sentences, and what is made once and kept by browsers."""
