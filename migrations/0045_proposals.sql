CREATE TABLE `proposal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file` text NOT NULL,
	`section` text NOT NULL,
	`before` text NOT NULL,
	`text` text NOT NULL,
	`reason` text NOT NULL,
	`person_id` integer NOT NULL,
	`chat` text NOT NULL,
	`message_id` integer,
	`task_id` integer NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `proposal_open` ON `proposal` (`id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `proposal_at` ON `proposal` (`at`);--> statement-breakpoint
CREATE INDEX `proposal_message` ON `proposal` (`message_id`) WHERE message_id is not null;