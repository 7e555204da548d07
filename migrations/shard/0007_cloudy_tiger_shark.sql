CREATE TABLE `constraints` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`id` text NOT NULL,
	`category` text NOT NULL,
	`condition` text NOT NULL,
	`enforcement` text NOT NULL,
	`guidance` text NOT NULL,
	`scope` text,
	`chances` integer NOT NULL,
	`held` integer NOT NULL,
	`confidence` integer NOT NULL,
	`evidence` text NOT NULL,
	`exceptions` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `constraints_by_id` ON `constraints` (`project`,`id`);--> statement-breakpoint
CREATE TABLE `genes` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`gene` text NOT NULL,
	`category` text NOT NULL,
	`allele` text NOT NULL,
	`frequency` integer NOT NULL,
	`occurrences` integer NOT NULL,
	`files` integer NOT NULL,
	`is_dominant` integer NOT NULL,
	`exemplars` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `genes_by_gene` ON `genes` (`project`,`gene`);--> statement-breakpoint
CREATE TABLE `pattern_locations` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`pattern` text NOT NULL,
	`path` text NOT NULL,
	`line` integer NOT NULL,
	`end_line` integer NOT NULL,
	`symbol` text,
	`is_outlier` integer NOT NULL,
	`is_exemplar` integer NOT NULL,
	`reason` text,
	`quote` text
);
--> statement-breakpoint
CREATE INDEX `pattern_locations_by_path` ON `pattern_locations` (`project`,`path`);--> statement-breakpoint
CREATE INDEX `pattern_locations_by_symbol` ON `pattern_locations` (`project`,`symbol`) WHERE "symbol" is not null;--> statement-breakpoint
CREATE TABLE `patterns` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`id` text NOT NULL,
	`category` text NOT NULL,
	`name` text NOT NULL,
	`summary` text NOT NULL,
	`language` text,
	`scope` text,
	`status` text NOT NULL,
	`confidence` integer NOT NULL,
	`occurrences` integer NOT NULL,
	`outliers` integer NOT NULL,
	`consistency` integer NOT NULL,
	`files` integer NOT NULL,
	`spread` integer NOT NULL,
	`first_seen` integer
);
--> statement-breakpoint
CREATE INDEX `patterns_by_id` ON `patterns` (`project`,`id`);