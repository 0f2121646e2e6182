CREATE TABLE `address` (
	`channel` text NOT NULL,
	`remote_id` text NOT NULL,
	`person_id` integer,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `remote_id`),
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `address_person` ON `address` (`person_id`);--> statement-breakpoint
CREATE TABLE `channel_cursor` (
	`channel` text NOT NULL,
	`account` text NOT NULL,
	`stream` text NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `account`, `stream`)
);
--> statement-breakpoint
CREATE TABLE `chat` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`title` text NOT NULL,
	`person_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `chat_channel` ON `chat` (`channel`,`created_at`);--> statement-breakpoint
CREATE TABLE `instance` (
	`epoch` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pid` integer NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE TABLE `lane` (
	`key` text PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`new_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `message` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chat` text NOT NULL,
	`lane` text NOT NULL,
	`author` text NOT NULL,
	`kind` text NOT NULL,
	`origin` text NOT NULL,
	`trust` text NOT NULL,
	`person_id` integer,
	`name` text NOT NULL,
	`remote_id` text,
	`reply_to` text,
	`at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`text` text NOT NULL,
	`raw` text,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `message_lane` ON `message` (`lane`,`id`);--> statement-breakpoint
CREATE INDEX `message_chat` ON `message` (`chat`,`id`);--> statement-breakpoint
CREATE INDEX `message_remote` ON `message` (`chat`,`remote_id`) WHERE remote_id is not null;--> statement-breakpoint
CREATE TABLE `message_key` (
	`key` text PRIMARY KEY NOT NULL,
	`message_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`task_id` integer,
	`message_id` integer NOT NULL,
	`channel` text NOT NULL,
	`lane` text NOT NULL,
	`route` text NOT NULL,
	`kind` text NOT NULL,
	`part` integer NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`resent` integer DEFAULT 0 NOT NULL,
	`epoch` integer,
	`due_at` integer NOT NULL,
	`dead_at` integer NOT NULL,
	`remote_id` text,
	`error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key` ON `outbox` (`key`);--> statement-breakpoint
CREATE INDEX `outbox_open` ON `outbox` (`lane`,`id`) WHERE state in ('pending','sending','retry','unknown');--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`id`) WHERE state in ('held','dead');--> statement-breakpoint
CREATE INDEX `outbox_message` ON `outbox` (`message_id`);--> statement-breakpoint
CREATE INDEX `outbox_remote` ON `outbox` (`remote_id`) WHERE remote_id is not null;--> statement-breakpoint
CREATE INDEX `outbox_task` ON `outbox` (`task_id`);--> statement-breakpoint
CREATE TABLE `person` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`timezone` text,
	`served_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `setting` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`person_id` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `task` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`chat` text NOT NULL,
	`lane` text NOT NULL,
	`person_id` integer NOT NULL,
	`route` text NOT NULL,
	`state` text NOT NULL,
	`generation` integer DEFAULT 1 NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`crashes` integer DEFAULT 0 NOT NULL,
	`effects` integer DEFAULT 0 NOT NULL,
	`lease_epoch` integer,
	`lease_token` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`due_at` integer NOT NULL,
	`deadline_at` integer NOT NULL,
	`schedule_key` text,
	`reason` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `task_live` ON `task` (`lane`,`id`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `task_due` ON `task` (`due_at`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `task_person` ON `task` (`person_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_schedule` ON `task` (`schedule_key`) WHERE schedule_key is not null;--> statement-breakpoint
CREATE TABLE `task_event` (
	`id` integer PRIMARY KEY NOT NULL,
	`task_id` integer NOT NULL,
	`kind` text NOT NULL,
	`data` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `task_event_task` ON `task_event` (`task_id`,`id`);--> statement-breakpoint
CREATE TABLE `task_message` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`task_id` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `task_message_task` ON `task_message` (`task_id`);--> statement-breakpoint
CREATE TABLE `usage` (
	`id` integer PRIMARY KEY NOT NULL,
	`task_id` integer,
	`origin` text NOT NULL,
	`brain` text NOT NULL,
	`model` text NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_write_tokens` integer NOT NULL,
	`cost_micro_usd` integer NOT NULL,
	`first_text_ms` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `usage_at` ON `usage` (`at`);--> statement-breakpoint
CREATE TABLE `web_session` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`person_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- What was said stays said: edits and deletions are new rows that point back.
CREATE TRIGGER `message_is_never_changed` BEFORE UPDATE ON `message` BEGIN SELECT RAISE(ABORT, 'messages are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `message_is_never_deleted` BEFORE DELETE ON `message` BEGIN SELECT RAISE(ABORT, 'messages are never deleted'); END;
