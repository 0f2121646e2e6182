-- Talk is the name of a channel. What people say is conversation, and how much of it a chat holds is its size.
ALTER TABLE `chat_talk` RENAME TO `chat_size`;--> statement-breakpoint
DROP TRIGGER `message_is_never_changed`;--> statement-breakpoint
UPDATE `message` SET `kind` = 'conversation' WHERE `kind` = 'talk';--> statement-breakpoint
CREATE TRIGGER `message_is_never_changed` BEFORE UPDATE ON `message` BEGIN SELECT RAISE(ABORT, 'messages are never changed'); END;--> statement-breakpoint
-- What nobody configured and nobody paired, the daemon made.
CREATE TABLE `__new_address` (
	`channel` text NOT NULL,
	`remote_id` text NOT NULL,
	`person_id` integer,
	`name` text NOT NULL,
	`source` text DEFAULT 'daemon' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`channel`, `remote_id`),
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- In the order they came: people are listed by it.
INSERT INTO `__new_address` (`channel`, `remote_id`, `person_id`, `name`, `source`, `created_at`)
SELECT `channel`, `remote_id`, `person_id`, `name`, iif(`source` = 'house', 'daemon', `source`), `created_at` FROM `address` ORDER BY `rowid`;--> statement-breakpoint
DROP TABLE `address`;--> statement-breakpoint
ALTER TABLE `__new_address` RENAME TO `address`;--> statement-breakpoint
CREATE INDEX `address_person` ON `address` (`person_id`);
