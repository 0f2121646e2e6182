ALTER TABLE `web_session` ADD `browser` text;--> statement-breakpoint
ALTER TABLE `web_session` ADD `system` text;