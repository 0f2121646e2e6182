CREATE TABLE `file` (
	`hash` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	`type` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `message_file` (
	`message_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`message_id`, `seq`),
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hash`) REFERENCES `file`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `message_file_hash` ON `message_file` (`hash`);--> statement-breakpoint
CREATE TABLE `allowance` (
	`person_id` integer NOT NULL,
	`rule` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`person_id`, `rule`),
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `approval` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`task_id` integer NOT NULL,
	`generation` integer NOT NULL,
	`person_id` integer NOT NULL,
	`lane` text NOT NULL,
	`hash` text NOT NULL,
	`tool` text NOT NULL,
	`effect` text NOT NULL,
	`rule` text,
	`state` text NOT NULL,
	`answered_by` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`answered_at` integer,
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answered_by`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `approval_task` ON `approval` (`task_id`,`hash`);--> statement-breakpoint
CREATE INDEX `approval_open` ON `approval` (`lane`) WHERE state = 'open';--> statement-breakpoint
ALTER TABLE `outbox` ADD `buttons` text;