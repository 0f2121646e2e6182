ALTER TABLE `address` ADD `former_person_id` integer REFERENCES person(id);--> statement-breakpoint
ALTER TABLE `person` ADD `language` text;--> statement-breakpoint
ALTER TABLE `person` ADD `merged_into` integer REFERENCES person(id);--> statement-breakpoint
ALTER TABLE `pairing` ADD `person_id` integer REFERENCES person(id);--> statement-breakpoint
ALTER TABLE `pairing` ADD `chat` text;--> statement-breakpoint
ALTER TABLE `pairing` ADD `channel` text;--> statement-breakpoint
ALTER TABLE `pairing` ADD `remote_id` text;--> statement-breakpoint
-- Whose a line is changes when two people turn out to be one. What was said still does not.
DROP TRIGGER `message_is_never_changed`;--> statement-breakpoint
CREATE TRIGGER `message_is_never_changed` BEFORE UPDATE OF `id`, `chat`, `lane`, `author`, `kind`, `origin`, `trust`, `name`, `remote_id`, `reply_to`, `at`, `received_at`, `text`, `raw` ON `message`
WHEN NOT (NEW.`text` = '' AND NEW.`name` = '' AND NEW.`raw` IS NULL AND NEW.`id` = OLD.`id` AND NEW.`chat` = OLD.`chat`
	AND EXISTS (SELECT 1 FROM `erased_message` WHERE `message_id` = OLD.`id`))
BEGIN SELECT RAISE(ABORT, 'messages are never changed'); END;
