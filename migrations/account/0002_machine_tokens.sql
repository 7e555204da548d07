PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`kind` text DEFAULT 'personal' NOT NULL,
	`name` text NOT NULL,
	`user` text,
	`organisation` text NOT NULL,
	`scopes` text NOT NULL,
	`projects` text,
	`trust` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`user`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_tokens`("id", "hash", "kind", "name", "user", "organisation", "scopes", "projects", "trust", "created_at", "expires_at", "revoked_at", "last_used_at") SELECT "id", "hash", "kind", "name", "user", "organisation", "scopes", "projects", "trust", "created_at", "expires_at", "revoked_at", "last_used_at" FROM `tokens`;--> statement-breakpoint
DROP TABLE `tokens`;--> statement-breakpoint
ALTER TABLE `__new_tokens` RENAME TO `tokens`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `tokens_by_hash` ON `tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `tokens_by_organisation` ON `tokens` (`organisation`,`user`);--> statement-breakpoint
CREATE INDEX `tokens_by_trust` ON `tokens` (`trust`,`expires_at`) WHERE trust is not null;