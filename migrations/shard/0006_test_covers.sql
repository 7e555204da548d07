CREATE TABLE `test_cases` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`end_line` integer NOT NULL,
	`name` text NOT NULL,
	`framework` text NOT NULL,
	`symbol` text,
	`assertions` integer NOT NULL,
	`fixtures` text
);
--> statement-breakpoint
CREATE TABLE `test_covers` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`test` text,
	`symbol` text,
	`target` text NOT NULL,
	`how` text NOT NULL,
	`steps` integer NOT NULL,
	`confidence` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `test_covers_by_symbol` ON `test_covers` (`project`,`symbol`) WHERE "symbol" is not null;--> statement-breakpoint
CREATE INDEX `test_covers_by_target` ON `test_covers` (`project`,`target`);--> statement-breakpoint
CREATE TABLE `untested_functions` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`symbol` text NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`complexity` integer NOT NULL,
	`callers` integer NOT NULL
);
