CREATE TABLE `decisions` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`unit` integer NOT NULL,
	`hash` text NOT NULL,
	`time` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`summary` text NOT NULL,
	`reason` text,
	`paths` text NOT NULL,
	`confidence` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `decisions_by_time` ON `decisions` (`project`,`time`);--> statement-breakpoint
ALTER TABLE `commit_files` ADD `insertions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `commit_files` ADD `deletions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `dependencies` ADD `line` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `dependencies` ADD `resolved` text;--> statement-breakpoint
ALTER TABLE `packages` ADD `workspace` text;--> statement-breakpoint
ALTER TABLE `packages` ADD `lock` text;