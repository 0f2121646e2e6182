ALTER TABLE `assembly` ADD `failed` text;--> statement-breakpoint
ALTER TABLE `summary` ADD `wanted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `lane` ADD `extract_only_to` integer DEFAULT 0 NOT NULL;