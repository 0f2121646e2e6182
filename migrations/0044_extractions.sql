CREATE TABLE `extraction` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`task_id` integer NOT NULL,
	`lane` text NOT NULL,
	`from_id` integer NOT NULL,
	`to_id` integer NOT NULL,
	`messages` integer NOT NULL,
	`sources` integer NOT NULL,
	`written` integer NOT NULL,
	`repeated` integer NOT NULL,
	`replaced` integer NOT NULL,
	`dropped` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `extraction_lane` ON `extraction` (`lane`,`to_id`);--> statement-breakpoint
CREATE INDEX `extraction_at` ON `extraction` (`at`);