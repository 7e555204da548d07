-- Words of symbols by `symbols.row_id`. It keeps no text, and every term begins with its project's
-- number (`p12_user`), so posting lists and document frequencies are one project's own.
CREATE VIRTUAL TABLE `symbol_search` USING fts5(
	`name`,
	`path`,
	`signature`,
	`doc`,
	content='',
	contentless_delete=1,
	tokenize="unicode61 remove_diacritics 0 tokenchars '_'"
);
