CREATE TABLE `removed_runner` (
	`name` text PRIMARY KEY NOT NULL,
	`farewell` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chat_runner` (
	`chat` text PRIMARY KEY NOT NULL,
	`runner` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `epoch` ADD `runner` text;