CREATE TABLE `pairing` (
	`hash` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pairing_failure` (
	`channel` text NOT NULL,
	`remote_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`channel`, `remote_id`)
);
--> statement-breakpoint
CREATE TABLE `unread` (
	`key` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`at` integer NOT NULL,
	`raw` text NOT NULL
);
