CREATE TABLE `assertions` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`symbol` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mocks` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`library` text NOT NULL,
	`subject` text,
	`target` text,
	`symbol` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mocks_by_target` ON `mocks` (`project`,`target`) WHERE "target" is not null;--> statement-breakpoint
CREATE TABLE `constants` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`symbol` text NOT NULL,
	`exported` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `constants_by_name` ON `constants` (`project`,`name`);--> statement-breakpoint
CREATE INDEX `constants_by_value` ON `constants` (`project`,`value`);--> statement-breakpoint
CREATE TABLE `secret_findings` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`kind` text NOT NULL,
	`severity` text NOT NULL,
	`fingerprint` text,
	`in_test` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `secret_findings_by_severity` ON `secret_findings` (`project`,`in_test`,`severity`);--> statement-breakpoint
CREATE TABLE `modules` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`kind` text NOT NULL,
	`fan_in` integer NOT NULL,
	`fan_out` integer NOT NULL,
	`type_fan_in` integer NOT NULL,
	`type_fan_out` integer NOT NULL,
	`instability` integer,
	`abstractness` integer,
	`distance` integer,
	`cycle` text,
	`cycle_size` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `modules_by_path` ON `modules` (`project`,`path`);--> statement-breakpoint
CREATE INDEX `modules_by_cycle` ON `modules` (`project`,`cycle`) WHERE "cycle" is not null;--> statement-breakpoint
CREATE TABLE `wrappers` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`symbol` text NOT NULL,
	`name` text NOT NULL,
	`target` text NOT NULL,
	`library` text NOT NULL,
	`category` text NOT NULL,
	`uses` integer NOT NULL,
	`direct` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `wrappers_by_library` ON `wrappers` (`project`,`library`);