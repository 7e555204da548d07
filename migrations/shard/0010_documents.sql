CREATE TABLE `doc_claims` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`end_line` integer NOT NULL,
	`section_line` integer NOT NULL,
	`heading` text,
	`kind` text NOT NULL,
	`form` text NOT NULL,
	`text` text NOT NULL,
	`subject` text NOT NULL,
	`value` text,
	`names` text,
	`quote` text,
	`confidence` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `doc_claims_by_subject` ON `doc_claims` (`project`,`kind`,`subject`);--> statement-breakpoint
CREATE TABLE `doc_sections` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`heading` text,
	`headings` text NOT NULL,
	`level` integer NOT NULL,
	`line` integer NOT NULL,
	`end_line` integer NOT NULL,
	`hash` text NOT NULL,
	`excerpt` text
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`title` text,
	`format` text NOT NULL,
	`role` text NOT NULL,
	`lines` integer NOT NULL,
	`bytes` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `documents_by_path` ON `documents` (`project`,`path`);