ALTER TABLE `outbox` ADD `approved` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_drafted` ON `outbox` (`id`) WHERE state = 'drafted';