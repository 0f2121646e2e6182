CREATE TABLE `correction` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`summary_id` integer NOT NULL,
	`text` text NOT NULL,
	`person_id` integer NOT NULL,
	`at` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`summary_id`) REFERENCES `summary`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `correction_summary` ON `correction` (`summary_id`) WHERE undone_at is null;