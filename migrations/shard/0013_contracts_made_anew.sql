DROP TABLE `client_calls`;--> statement-breakpoint
DROP TABLE `contracts`;