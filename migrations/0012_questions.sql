ALTER TABLE `approval` ADD `gist` text;--> statement-breakpoint
ALTER TABLE `approval` ADD `settled` text;