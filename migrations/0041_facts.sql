CREATE TABLE `fact` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`statement` text NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`about_id` integer,
	`told_by_id` integer NOT NULL,
	`message_id` integer,
	`said_at` integer NOT NULL,
	`valid_from` integer,
	`valid_until` integer,
	`replaced_by` integer,
	`replaced_at` integer,
	`trust` text NOT NULL,
	`scope` text NOT NULL,
	`chat` text,
	`count` integer DEFAULT 1 NOT NULL,
	`written_by` text NOT NULL,
	`shown_at` integer,
	`shown_count` integer DEFAULT 0 NOT NULL,
	`forgotten_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`about_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`told_by_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replaced_by`) REFERENCES `fact`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fact_about` ON `fact` (`about_id`) WHERE forgotten_at is null;--> statement-breakpoint
CREATE INDEX `fact_chat` ON `fact` (`chat`) WHERE forgotten_at is null and chat is not null;--> statement-breakpoint
CREATE INDEX `fact_everyone` ON `fact` (`id`) WHERE scope = 'everyone' and forgotten_at is null;--> statement-breakpoint
CREATE INDEX `fact_message` ON `fact` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `fact_replaced` ON `fact` (`replaced_by`) WHERE replaced_by is not null;