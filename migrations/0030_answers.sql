CREATE TABLE `answer` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`brain` text NOT NULL,
	`model` text,
	`ms` integer NOT NULL,
	`cost_micro_usd` integer NOT NULL,
	`thought` text,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `action` ADD `input` text;--> statement-breakpoint
ALTER TABLE `action` ADD `output` text;