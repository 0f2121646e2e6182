CREATE TABLE `__new_allowance` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`person_id` integer NOT NULL,
	`rule` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_allowance`("person_id", "rule", "created_at") SELECT "person_id", "rule", "created_at" FROM `allowance` ORDER BY "created_at", rowid;--> statement-breakpoint
DROP TABLE `allowance`;--> statement-breakpoint
ALTER TABLE `__new_allowance` RENAME TO `allowance`;--> statement-breakpoint
CREATE UNIQUE INDEX `allowance_rule` ON `allowance` (`person_id`,`rule`);