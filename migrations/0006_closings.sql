ALTER TABLE `conversation` ADD `closed_at` integer;--> statement-breakpoint
CREATE INDEX `conversation_open` ON `conversation` (`last_at`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `thread_state_lane` ON `thread_state` (`lane`,`id`);