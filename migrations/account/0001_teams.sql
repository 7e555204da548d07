CREATE TABLE `deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation` text NOT NULL,
	`project` integer,
	`name` text NOT NULL,
	`requested_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deletions_by_subject` ON `deletions` (`organisation`,`project`);--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`user` text NOT NULL,
	`organisation` text NOT NULL,
	`client` text NOT NULL,
	`client_name` text NOT NULL,
	`scopes` text NOT NULL,
	`projects` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `grants_by_user` ON `grants` (`user`);--> statement-breakpoint
CREATE INDEX `grants_by_organisation` ON `grants` (`organisation`,`user`);--> statement-breakpoint
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user` text NOT NULL,
	`email` text,
	`email_verified` integer NOT NULL,
	`created_at` integer NOT NULL,
	`signed_in_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `identities_by_user` ON `identities` (`user`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`organisation` text NOT NULL,
	`role` text NOT NULL,
	`email` text,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`accepted_by` text,
	`revoked_at` integer,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_hash` ON `invitations` (`hash`);--> statement-breakpoint
CREATE INDEX `invitations_by_organisation` ON `invitations` (`organisation`,`created_at`);--> statement-breakpoint
CREATE TABLE `project_aliases` (
	`organisation` text NOT NULL,
	`slug` text NOT NULL,
	`project` integer NOT NULL,
	PRIMARY KEY(`organisation`, `slug`),
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `project_aliases_by_project` ON `project_aliases` (`project`);--> statement-breakpoint
CREATE TABLE `trusts` (
	`id` text PRIMARY KEY NOT NULL,
	`project` integer NOT NULL,
	`kind` text NOT NULL,
	`issuer` text NOT NULL,
	`repository` text NOT NULL,
	`repository_id` text,
	`ref` text NOT NULL,
	`environment` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`project`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trusts_by_project` ON `trusts` (`project`);--> statement-breakpoint
CREATE INDEX `trusts_by_repository` ON `trusts` (`issuer`,`repository`);--> statement-breakpoint
DROP INDEX `users_by_email`;--> statement-breakpoint
DROP INDEX `audit_by_organisation`;--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit` (`organisation`,`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_actor` ON `audit` (`organisation`,`actor`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_organisation` ON `audit` (`organisation`,`id`);--> statement-breakpoint
ALTER TABLE `organisations` ADD `required_issuer` text;--> statement-breakpoint
ALTER TABLE `organisations` ADD `email_domain` text;--> statement-breakpoint
ALTER TABLE `organisations` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `projects` ADD `pushers` text DEFAULT 'admins' NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `kind` text DEFAULT 'personal' NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `trust` text;--> statement-breakpoint
CREATE INDEX `tokens_by_trust` ON `tokens` (`trust`,`expires_at`) WHERE trust is not null;