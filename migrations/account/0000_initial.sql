CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organisation` text NOT NULL,
	`actor` text,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text,
	`origin` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_by_organisation` ON `audit` (`organisation`,`at`);--> statement-breakpoint
CREATE TABLE `branches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project` integer NOT NULL,
	`name` text NOT NULL,
	`head_seq` integer NOT NULL,
	`base_branch` integer,
	`base_seq` integer,
	`root_hash` text,
	`units` integer,
	`commit` text,
	`commit_time` integer,
	`dirty` integer,
	`scanned_at` integer,
	`pushed_at` integer,
	`pushed_by` text,
	`push` text,
	`counts` text,
	`scanner` text,
	`source_mode` text,
	`bookmark` text,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `branches_by_name` ON `branches` (`project`,`name`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`organisation` text NOT NULL,
	`user` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation`, `user`),
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `memberships_by_user` ON `memberships` (`user`);--> statement-breakpoint
CREATE TABLE `organisations` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organisations_by_slug` ON `organisations` (`slug`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`organisation` text NOT NULL,
	`slug` text NOT NULL,
	`shard` text NOT NULL,
	`default_branch` text NOT NULL,
	`source_mode` text NOT NULL,
	`keep_snapshots` integer NOT NULL,
	`keep_days` integer NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_by_slug` ON `projects` (`organisation`,`slug`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `projects_by_shard` ON `projects` (`shard`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`user` text NOT NULL,
	`organisation` text NOT NULL,
	`scopes` text NOT NULL,
	`projects` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`user`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tokens_by_hash` ON `tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `tokens_by_organisation` ON `tokens` (`organisation`,`user`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_by_email` ON `users` (`email`);