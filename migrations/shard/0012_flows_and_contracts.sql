ALTER TABLE `calls` ADD `passed` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `end_line` integer NOT NULL;