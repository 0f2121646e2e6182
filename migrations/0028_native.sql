CREATE TABLE `session_result` (
	`step_id` integer NOT NULL,
	`call` text NOT NULL,
	`text` text NOT NULL,
	`failed` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`step_id`, `call`),
	FOREIGN KEY (`step_id`) REFERENCES `session_step`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `session_step` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`turn_id` integer NOT NULL,
	`said` text NOT NULL,
	`calls` text NOT NULL,
	`joined` text,
	`trust` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`turn_id`) REFERENCES `session_turn`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `session_step_turn` ON `session_step` (`turn_id`,`id`);--> statement-breakpoint
CREATE TABLE `session_turn` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session` text NOT NULL,
	`task_id` integer NOT NULL,
	`generation` integer NOT NULL,
	`text` text NOT NULL,
	`files` text NOT NULL,
	`answer` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `session_turn_session` ON `session_turn` (`session`,`id`);--> statement-breakpoint
CREATE INDEX `session_turn_task` ON `session_turn` (`task_id`,`id`);--> statement-breakpoint
CREATE TABLE `session_view` (
	`session` text PRIMARY KEY NOT NULL,
	`view` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chat_brain` (
	`chat` text PRIMARY KEY NOT NULL,
	`brain` text,
	`model` text,
	`person_id` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `assembly` ADD `reported` text;