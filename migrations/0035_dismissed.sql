ALTER TABLE `outbox` ADD `dismissed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `task` ADD `dismissed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `summary_end` ON `summary` (`to_at`,`id`);