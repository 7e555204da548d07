CREATE TABLE `error_types` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`symbol` text NOT NULL,
	`name` text NOT NULL,
	`base` text,
	`target` text,
	`root` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `error_types_by_symbol` ON `error_types` (`project`,`symbol`);--> statement-breakpoint
CREATE INDEX `error_types_by_target` ON `error_types` (`project`,`target`) WHERE "target" is not null;