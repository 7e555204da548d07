CREATE TABLE `client_calls` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`kind` text NOT NULL,
	`library` text NOT NULL,
	`owner` text,
	`method` text,
	`url` text NOT NULL,
	`fields` text,
	`response` text,
	`symbol` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`confidence` integer NOT NULL
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
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`confidence` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contracts_by_route` ON `contracts` (`project`,`route`);--> statement-breakpoint
CREATE INDEX `contracts_by_handler` ON `contracts` (`project`,`handler`) WHERE "handler" is not null;--> statement-breakpoint
CREATE TABLE `flows` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`entry` text NOT NULL,
	`entry_kind` text NOT NULL,
	`handler` text,
	`kind` text NOT NULL,
	`operation` text NOT NULL,
	`subject` text,
	`target` text NOT NULL,
	`offset` integer NOT NULL,
	`tainted` integer NOT NULL,
	`way` text,
	`steps` integer NOT NULL,
	`uncertain` integer,
	`cwe` integer,
	`owasp` text,
	`guards` text,
	`sensitive` text,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`confidence` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `flows_by_kind` ON `flows` (`project`,`kind`,`operation`,`tainted`);--> statement-breakpoint
CREATE INDEX `flows_by_target` ON `flows` (`project`,`target`);--> statement-breakpoint
CREATE INDEX `flows_by_handler` ON `flows` (`project`,`handler`) WHERE "handler" is not null;--> statement-breakpoint
CREATE TABLE `sinks` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`symbol` text NOT NULL,
	`kind` text NOT NULL,
	`cwe` integer NOT NULL,
	`owasp` text NOT NULL,
	`library` text NOT NULL,
	`callee` text NOT NULL,
	`argument` integer NOT NULL,
	`given` text NOT NULL,
	`sources` text,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`confidence` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sinks_by_kind` ON `sinks` (`project`,`kind`);--> statement-breakpoint
CREATE INDEX `sinks_by_symbol` ON `sinks` (`project`,`symbol`);--> statement-breakpoint
ALTER TABLE `calls` ADD `passed` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `end_line` integer DEFAULT 0 NOT NULL;