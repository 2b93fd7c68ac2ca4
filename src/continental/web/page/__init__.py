"""Write the pages and serve their files: templates, sentences, and documents that are made once and kept by browsers."""
