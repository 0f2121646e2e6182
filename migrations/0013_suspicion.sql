ALTER TABLE `task` RENAME COLUMN "crashes" TO "suspicion";--> statement-breakpoint
ALTER TABLE `instance` ADD `boot` text;--> statement-breakpoint
ALTER TABLE `instance` ADD `stop_asked_at` integer;--> statement-breakpoint
ALTER TABLE `instance` ADD `cause` text;