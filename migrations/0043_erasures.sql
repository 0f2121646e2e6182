CREATE TABLE `erased_key` (
	`hash` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `erased_message` (
	`message_id` integer PRIMARY KEY NOT NULL,
	`erasure_id` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`erasure_id`) REFERENCES `erasure`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `erased_message_erasure` ON `erased_message` (`erasure_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `erasure` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`scope` text NOT NULL,
	`state` text NOT NULL,
	`counts` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
-- What was said stays said, unless somebody erases it: then the line loses its words, and nothing else about it changes.
DROP TRIGGER `message_is_never_changed`;--> statement-breakpoint
CREATE TRIGGER `message_is_never_changed` BEFORE UPDATE ON `message`
WHEN NOT (NEW.`text` = '' AND NEW.`name` = '' AND NEW.`raw` IS NULL AND NEW.`id` = OLD.`id` AND NEW.`chat` = OLD.`chat`
	AND EXISTS (SELECT 1 FROM `erased_message` WHERE `message_id` = OLD.`id`))
BEGIN SELECT RAISE(ABORT, 'messages are never changed'); END;
