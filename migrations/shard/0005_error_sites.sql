CREATE TABLE `error_sites` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`kind` text NOT NULL,
	`error` text,
	`target` text,
	`symbol` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`end_line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `error_sites_by_kind` ON `error_sites` (`project`,`kind`,`error`);--> statement-breakpoint
CREATE INDEX `error_sites_by_symbol` ON `error_sites` (`project`,`symbol`);