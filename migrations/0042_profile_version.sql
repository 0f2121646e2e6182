CREATE TABLE `profile_version` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file` text NOT NULL,
	`text` text NOT NULL,
	`origin` text NOT NULL,
	`person_id` integer,
	`task_id` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `profile_version_file` ON `profile_version` (`file`,`id`);