CREATE TABLE `client_calls` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`library` text NOT NULL,
	`via` text,
	`method` text,
	`url` text NOT NULL,
	`fields` text,
	`response` text,
	`is_test` integer NOT NULL,
	`symbol` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`confidence` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `client_sites` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`kind` text NOT NULL,
	`library` text,
	`owner` text,
	`callee` text,
	`place` text,
	`method` text,
	`url` text NOT NULL,
	`fields` text,
	`response` text,
	`symbol` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contracts` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`method` text NOT NULL,
	`route` text NOT NULL,
	`handler` text,
	`server` text NOT NULL,
	`library` text NOT NULL,
	`client_method` text,
	`url` text NOT NULL,
	`symbol` text NOT NULL,
	`parameters` text,
	`fields` text,
	`response` text,
	`mismatches` text,
	`is_test` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`confidence` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contracts_by_route` ON `contracts` (`project`,`route`);--> statement-breakpoint
CREATE INDEX `contracts_by_handler` ON `contracts` (`project`,`handler`) WHERE "handler" is not null;