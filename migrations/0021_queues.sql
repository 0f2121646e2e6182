DROP INDEX `task_live`;--> statement-breakpoint
ALTER TABLE `task` ADD `queue` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `task` ADD `instruction` text;--> statement-breakpoint
-- Until now a compaction stood in a lane made up for it, which was its queue; it belongs to the lane that it looks after.
UPDATE `task` SET `queue` = `lane`;--> statement-breakpoint
UPDATE `task` SET `lane` = substr(`lane`, 1 + length('compaction:')) WHERE `kind` = 'compaction' AND `lane` LIKE 'compaction:%';--> statement-breakpoint
CREATE INDEX `task_live` ON `task` (`queue`,`id`) WHERE finished_at is null;
