CREATE TABLE `manifests` (
	`branch` integer NOT NULL,
	`unit` integer NOT NULL,
	`born` integer NOT NULL,
	`died` integer
);
--> statement-breakpoint
CREATE INDEX `manifests_by_unit` ON `manifests` (`branch`,`unit`,`born`,`died`);--> statement-breakpoint
CREATE TABLE `snapshots` (
	`project` integer NOT NULL,
	`branch` integer NOT NULL,
	`seq` integer NOT NULL,
	`root_hash` text NOT NULL,
	`units` integer NOT NULL,
	`commit` text,
	`commit_time` integer,
	`dirty` integer NOT NULL,
	`scanned_at` integer NOT NULL,
	`pushed_at` integer NOT NULL,
	`pushed_by` text NOT NULL,
	`counts` text NOT NULL,
	`scanner` text NOT NULL,
	`source_mode` text NOT NULL,
	PRIMARY KEY(`project`, `branch`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `units` (
	`id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`path` text NOT NULL,
	`rows` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `units_by_hash` ON `units` (`project`,`hash`);--> statement-breakpoint
CREATE TABLE `calls` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`site` integer NOT NULL,
	`caller` text NOT NULL,
	`caller_name` text NOT NULL,
	`caller_line` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`start_line` integer NOT NULL,
	`kind` text NOT NULL,
	`callee` text,
	`callee_name` text NOT NULL,
	`callee_text` text NOT NULL,
	`arguments` integer NOT NULL,
	`resolution` text NOT NULL,
	`target` text,
	`quote` text
);
--> statement-breakpoint
CREATE INDEX `calls_by_callee` ON `calls` (`project`,`callee`) WHERE "callee" is not null;--> statement-breakpoint
CREATE INDEX `calls_by_name` ON `calls` (`project`,`callee_name`,`resolution`,`unit`);--> statement-breakpoint
CREATE TABLE `commit_files` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`hash` text NOT NULL,
	`path` text NOT NULL,
	`change` text NOT NULL,
	`time` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `commit_files_by_path` ON `commit_files` (`project`,`path`,`time`);--> statement-breakpoint
CREATE INDEX `commit_files_by_time` ON `commit_files` (`project`,`time`,`path`);--> statement-breakpoint
CREATE TABLE `commits` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`hash` text NOT NULL,
	`time` integer NOT NULL,
	`author` text NOT NULL,
	`type` text,
	`scope` text,
	`is_breaking` integer NOT NULL,
	`summary` text NOT NULL,
	`files` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `commits_by_time` ON `commits` (`project`,`time`);--> statement-breakpoint
CREATE TABLE `dependencies` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`name` text NOT NULL,
	`range` text NOT NULL,
	`kind` text NOT NULL,
	`internal` text
);
--> statement-breakpoint
CREATE INDEX `dependencies_by_name` ON `dependencies` (`project`,`name`);--> statement-breakpoint
CREATE TABLE `exports` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`local` text,
	`specifier` text,
	`resolved` text,
	`symbol` text,
	`type_only` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `exports_by_symbol` ON `exports` (`project`,`symbol`) WHERE "symbol" is not null;--> statement-breakpoint
CREATE INDEX `exports_by_resolved` ON `exports` (`project`,`resolved`) WHERE "resolved" is not null;--> statement-breakpoint
CREATE TABLE `files` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`language` text NOT NULL,
	`bytes` integer NOT NULL,
	`lines` integer NOT NULL,
	`hash` text NOT NULL,
	`package` text,
	`is_test` integer NOT NULL,
	`is_generated` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `files_by_path` ON `files` (`project`,`path`);--> statement-breakpoint
CREATE INDEX `files_by_test` ON `files` (`project`,`is_test`,`path`);--> statement-breakpoint
CREATE TABLE `imports` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`specifier` text NOT NULL,
	`resolved` text,
	`external` text,
	`kind` text NOT NULL,
	`name` text,
	`alias` text,
	`symbol` text,
	`type_only` integer NOT NULL,
	`dynamic` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imports_by_name` ON `imports` (`project`,`name`) WHERE "name" is not null;--> statement-breakpoint
CREATE INDEX `imports_by_resolved` ON `imports` (`project`,`resolved`) WHERE "resolved" is not null;--> statement-breakpoint
CREATE INDEX `imports_by_specifier` ON `imports` (`project`,`specifier`);--> statement-breakpoint
CREATE TABLE `packages` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`manager` text NOT NULL,
	`version` text,
	`is_private` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `packages_by_name` ON `packages` (`project`,`name`);--> statement-breakpoint
CREATE TABLE `problems` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`kind` text NOT NULL,
	`line` integer NOT NULL,
	`message` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `references` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`kind` text NOT NULL,
	`caller` text NOT NULL,
	`caller_name` text NOT NULL,
	`caller_line` integer NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`symbol` text,
	`name` text NOT NULL,
	`resolution` text NOT NULL,
	`quote` text
);
--> statement-breakpoint
CREATE INDEX `references_by_symbol` ON `references` (`project`,`symbol`) WHERE "symbol" is not null;--> statement-breakpoint
CREATE TABLE `symbols` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`qualified` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`end_line` integer NOT NULL,
	`name_line` integer NOT NULL,
	`parent` text,
	`signature` text NOT NULL,
	`params` text,
	`returns` text,
	`type_text` text,
	`doc` text,
	`exported` integer NOT NULL,
	`visibility` text NOT NULL,
	`decorators` text,
	`is_async` integer NOT NULL,
	`is_generator` integer NOT NULL,
	`is_static` integer NOT NULL,
	`is_abstract` integer NOT NULL,
	`complexity` integer NOT NULL,
	`preview` text
);
--> statement-breakpoint
CREATE INDEX `symbols_by_id` ON `symbols` (`project`,`id`);--> statement-breakpoint
CREATE INDEX `symbols_by_name` ON `symbols` (`project`,`name`);--> statement-breakpoint
CREATE TABLE `tests` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`path` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`framework` text NOT NULL,
	`symbol` text,
	`line` integer NOT NULL,
	`end_line` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `type_members` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`type` text NOT NULL,
	`path` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`type_text` text,
	`target` text,
	`optional` integer NOT NULL,
	`readonly` integer NOT NULL,
	`is_static` integer NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `type_members_by_type` ON `type_members` (`project`,`type`);--> statement-breakpoint
CREATE TABLE `type_relations` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`type` text NOT NULL,
	`relation` text NOT NULL,
	`name` text NOT NULL,
	`target` text,
	`path` text NOT NULL,
	`line` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `type_relations_by_type` ON `type_relations` (`project`,`type`);--> statement-breakpoint
CREATE INDEX `type_relations_by_target` ON `type_relations` (`project`,`target`) WHERE "target" is not null;