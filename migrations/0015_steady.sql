DROP INDEX `task_person`;--> statement-breakpoint
ALTER TABLE `task` ADD `queued_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `task_person` ON `task` (`person_id`,`queued_at`);--> statement-breakpoint
ALTER TABLE `lane` ADD `anew_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `epoch` ADD `begun_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `usage` ADD `booked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `task` SET `queued_at` = `created_at` WHERE `finished_at` IS NULL;--> statement-breakpoint
UPDATE `lane` SET `anew_at` = max(`new_at`, `cleared_at`);--> statement-breakpoint
UPDATE `epoch` SET `begun_at` = `opened_at` WHERE `closed_at` IS NULL;
