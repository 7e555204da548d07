CREATE TABLE `data_accesses` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`symbol` text NOT NULL,
	`operation` text NOT NULL,
	`library` text NOT NULL,
	`model` text,
	`target` text,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `data_accesses_by_symbol` ON `data_accesses` (`project`,`symbol`);--> statement-breakpoint
CREATE INDEX `data_accesses_by_model` ON `data_accesses` (`project`,`model`) WHERE "model" is not null;--> statement-breakpoint
CREATE TABLE `entry_points` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`kind` text NOT NULL,
	`framework` text NOT NULL,
	`method` text,
	`route` text,
	`name` text,
	`handler` text,
	`handler_name` text,
	`guards` text,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`confidence` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `entry_points_by_kind` ON `entry_points` (`project`,`kind`,`route`);--> statement-breakpoint
CREATE INDEX `entry_points_by_handler` ON `entry_points` (`project`,`handler`) WHERE "handler" is not null;--> statement-breakpoint
CREATE TABLE `environment_uses` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`variable` text NOT NULL,
	`symbol` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`has_default` integer NOT NULL,
	`default` text,
	`source` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `environment_uses_by_variable` ON `environment_uses` (`project`,`variable`);--> statement-breakpoint
CREATE TABLE `registrations` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`kind` text NOT NULL,
	`framework` text,
	`owner` text,
	`method` text,
	`route` text,
	`name` text,
	`handler` text,
	`handler_name` text,
	`guards` text,
	`mounted` text,
	`symbol` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
