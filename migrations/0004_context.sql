CREATE TABLE `assembly` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`task_id` integer NOT NULL,
	`epoch_id` integer,
	`lane` text NOT NULL,
	`opens` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`tokens` integer NOT NULL,
	`budget` integer NOT NULL,
	`parts` text NOT NULL,
	`left_out` text NOT NULL,
	`system` text,
	`text` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`epoch_id`) REFERENCES `epoch`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `assembly_task` ON `assembly` (`task_id`);--> statement-breakpoint
CREATE INDEX `assembly_lane` ON `assembly` (`lane`,`id`);--> statement-breakpoint
CREATE TABLE `conversation` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chat` text NOT NULL,
	`lane` text NOT NULL,
	`started_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`chars` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `conversation_lane` ON `conversation` (`lane`,`last_at`);--> statement-breakpoint
CREATE INDEX `conversation_chat` ON `conversation` (`chat`,`started_at`);--> statement-breakpoint
CREATE TABLE `conversation_message` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`conversation_id` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `conversation_message_conversation` ON `conversation_message` (`conversation_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `estimate` (
	`brain` text NOT NULL,
	`model` text NOT NULL,
	`factor` real NOT NULL,
	`samples` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`brain`, `model`)
);
--> statement-breakpoint
CREATE TABLE `summary` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lane` text NOT NULL,
	`conversation_id` integer,
	`text` text NOT NULL,
	`made` text NOT NULL,
	`trust` text NOT NULL,
	`from_id` integer NOT NULL,
	`to_id` integer NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	`messages` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `summary_lane` ON `summary` (`lane`,`to_at`) WHERE conversation_id is null;--> statement-breakpoint
CREATE INDEX `summary_conversation` ON `summary` (`conversation_id`) WHERE conversation_id is not null;--> statement-breakpoint
CREATE TABLE `thread_state` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`lane` text NOT NULL,
	`message_id` integer NOT NULL,
	`question` text NOT NULL,
	`expects` text NOT NULL,
	`choices` text,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `thread_state_open` ON `thread_state` (`lane`) WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE `lane` ADD `continue_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `lane` ADD `cleared_at` integer DEFAULT 0 NOT NULL;