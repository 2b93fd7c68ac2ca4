"""One file for each change of the database's form; a file that was released is never edited."""
