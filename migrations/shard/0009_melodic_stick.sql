CREATE TABLE `model_fields` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`model` text NOT NULL,
	`name` text NOT NULL,
	`column_name` text,
	`type` text,
	`nullable` integer,
	`key` text,
	`references` text,
	`sensitive` text,
	`reason` text,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `model_fields_by_model` ON `model_fields` (`project`,`model`);--> statement-breakpoint
CREATE INDEX `model_fields_by_sensitivity` ON `model_fields` (`project`,`sensitive`) WHERE "sensitive" is not null;--> statement-breakpoint
CREATE TABLE `model_parts` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`kind` text NOT NULL,
	`library` text NOT NULL,
	`owner` text,
	`name` text,
	`table_name` text,
	`column_name` text,
	`type` text,
	`nullable` integer,
	`key` text,
	`references` text,
	`symbol` text,
	`members` text,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `models` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`name` text NOT NULL,
	`table_name` text,
	`library` text NOT NULL,
	`symbol` text,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `models_by_name` ON `models` (`project`,`name`);--> statement-breakpoint
CREATE TABLE `schema_parts` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`kind` text NOT NULL,
	`library` text NOT NULL,
	`owner` text,
	`name` text,
	`table_name` text,
	`column_name` text,
	`type` text,
	`nullable` integer,
	`key` text,
	`references` text,
	`symbol` text,
	`members` text,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `data_accesses` ADD `fields` text;--> statement-breakpoint
ALTER TABLE `environment_uses` ADD `required` integer;