CREATE TABLE `push` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` integer NOT NULL,
	`target` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`made_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_once` ON `push` (`message_id`,`target`);--> statement-breakpoint
CREATE INDEX `push_due` ON `push` (`state`,`due_at`);--> statement-breakpoint
CREATE TABLE `push_subscription` (
	`session` text PRIMARY KEY NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`language` text NOT NULL,
	`shows_text` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session`) REFERENCES `web_session`(`hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_endpoint` ON `push_subscription` (`endpoint`);