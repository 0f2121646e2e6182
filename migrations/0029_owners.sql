CREATE TABLE `earlier_owner` (
	`chat` text NOT NULL,
	`up_to` integer NOT NULL,
	`owner_id` integer NOT NULL,
	PRIMARY KEY(`chat`, `up_to`),
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `earlier_owner_owner` ON `earlier_owner` (`owner_id`);--> statement-breakpoint
CREATE TABLE `owner_size` (
	`owner_id` integer PRIMARY KEY NOT NULL,
	`messages` integer NOT NULL,
	`bot_messages` integer NOT NULL,
	`chars` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `conversation` ADD `owner_id` integer;--> statement-breakpoint
ALTER TABLE `chat` ADD `owner_id` integer;--> statement-breakpoint
ALTER TABLE `message_vector` ADD `owner_id` integer;--> statement-breakpoint
-- Filled before the indexes are made, which is quicker.
UPDATE `chat` SET `owner_id` = ifnull((SELECT `person_id` FROM `address` WHERE `chat`.`audience` = 'private'
		AND `address`.`channel` = `chat`.`channel` AND `address`.`remote_id` = `chat`.`owner_address`), `chat`.`first_person_id`);--> statement-breakpoint
UPDATE `conversation` SET `owner_id` = (SELECT `owner_id` FROM `chat` WHERE `chat`.`id` = `conversation`.`chat`);--> statement-breakpoint
UPDATE `message_vector` SET `owner_id` = (SELECT `owner_id` FROM `chat` WHERE `chat`.`id` = `message_vector`.`chat`);--> statement-breakpoint
INSERT INTO `owner_size` (`owner_id`, `messages`, `bot_messages`, `chars`)
	SELECT `owner_id`, sum(`messages`), sum(`bot_messages`), sum(`chars`) FROM `chat_size` JOIN `chat` ON `chat`.`id` = `chat_size`.`chat`
	WHERE `owner_id` IS NOT NULL GROUP BY `owner_id`;--> statement-breakpoint
CREATE INDEX `conversation_owner` ON `conversation` (`owner_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `chat_owner` ON `chat` (`owner_id`);--> statement-breakpoint
CREATE INDEX `message_vector_owner` ON `message_vector` (`owner_id`,`message_id`,`at`,`bits`);--> statement-breakpoint
CREATE INDEX `message_unasked` ON `message` (`at`,`chat`) WHERE origin <> 'chat';--> statement-breakpoint
-- Whose a chat is follows from these, whoever changes them.
CREATE TRIGGER `chat_owner_at_first` AFTER INSERT ON `chat` BEGIN
	UPDATE `chat` SET `owner_id` = ifnull((SELECT `person_id` FROM `address` WHERE `chat`.`audience` = 'private'
		AND `address`.`channel` = `chat`.`channel` AND `address`.`remote_id` = `chat`.`owner_address`), `chat`.`first_person_id`) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `chat_owner_anew` AFTER UPDATE OF `channel`, `audience`, `owner_address`, `first_person_id` ON `chat` BEGIN
	UPDATE `chat` SET `owner_id` = ifnull((SELECT `person_id` FROM `address` WHERE `chat`.`audience` = 'private'
		AND `address`.`channel` = `chat`.`channel` AND `address`.`remote_id` = `chat`.`owner_address`), `chat`.`first_person_id`) WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `address_given` AFTER INSERT ON `address` BEGIN
	UPDATE `chat` SET `owner_id` = ifnull((SELECT `person_id` FROM `address` WHERE `chat`.`audience` = 'private'
		AND `address`.`channel` = `chat`.`channel` AND `address`.`remote_id` = `chat`.`owner_address`), `chat`.`first_person_id`) WHERE `channel` = NEW.`channel` AND `owner_address` = NEW.`remote_id`;
END;--> statement-breakpoint
CREATE TRIGGER `address_passed_on` AFTER UPDATE ON `address` BEGIN
	UPDATE `chat` SET `owner_id` = ifnull((SELECT `person_id` FROM `address` WHERE `chat`.`audience` = 'private'
		AND `address`.`channel` = `chat`.`channel` AND `address`.`remote_id` = `chat`.`owner_address`), `chat`.`first_person_id`) WHERE `channel` = NEW.`channel` AND `owner_address` = NEW.`remote_id`;
END;--> statement-breakpoint
CREATE TRIGGER `address_taken` AFTER DELETE ON `address` BEGIN
	UPDATE `chat` SET `owner_id` = ifnull((SELECT `person_id` FROM `address` WHERE `chat`.`audience` = 'private'
		AND `address`.`channel` = `chat`.`channel` AND `address`.`remote_id` = `chat`.`owner_address`), `chat`.`first_person_id`) WHERE `channel` = OLD.`channel` AND `owner_address` = OLD.`remote_id`;
END;--> statement-breakpoint
-- And what is filed by owner goes with the chat, but for the words of its lines: those only the program can read.
CREATE TRIGGER `chat_changes_hands` AFTER UPDATE OF `owner_id` ON `chat` WHEN OLD.`owner_id` IS NOT NEW.`owner_id` BEGIN
	UPDATE `owner_size` SET (`messages`, `bot_messages`, `chars`) = (
		SELECT `owner_size`.`messages` - `gone`.`messages`, `owner_size`.`bot_messages` - `gone`.`bot_messages`, `owner_size`.`chars` - `gone`.`chars`
		FROM `chat_size` AS `gone` WHERE `gone`.`chat` = NEW.`id`)
	WHERE `owner_id` = OLD.`owner_id` AND EXISTS (SELECT 1 FROM `chat_size` WHERE `chat` = NEW.`id`);
	INSERT INTO `owner_size` (`owner_id`, `messages`, `bot_messages`, `chars`)
		SELECT NEW.`owner_id`, `messages`, `bot_messages`, `chars` FROM `chat_size` WHERE `chat` = NEW.`id` AND NEW.`owner_id` IS NOT NULL
		ON CONFLICT DO UPDATE SET `messages` = `messages` + excluded.`messages`, `bot_messages` = `bot_messages` + excluded.`bot_messages`,
			`chars` = `chars` + excluded.`chars`;
	UPDATE `conversation` SET `owner_id` = NEW.`owner_id` WHERE `chat` = NEW.`id`;
	UPDATE `message_vector` SET `owner_id` = NEW.`owner_id` WHERE `chat` = NEW.`id`;
	INSERT INTO `earlier_owner` (`chat`, `up_to`, `owner_id`)
		SELECT NEW.`id`, `id`, ifnull(OLD.`owner_id`, 0) FROM `message` WHERE `chat` = NEW.`id` ORDER BY `id` DESC LIMIT 1
		ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER `owner_size_with_first` AFTER INSERT ON `chat_size` BEGIN
	INSERT INTO `owner_size` (`owner_id`, `messages`, `bot_messages`, `chars`)
		SELECT `owner_id`, NEW.`messages`, NEW.`bot_messages`, NEW.`chars` FROM `chat` WHERE `id` = NEW.`chat` AND `owner_id` IS NOT NULL
		ON CONFLICT DO UPDATE SET `messages` = `messages` + excluded.`messages`, `bot_messages` = `bot_messages` + excluded.`bot_messages`,
			`chars` = `chars` + excluded.`chars`;
END;--> statement-breakpoint
CREATE TRIGGER `owner_size_with_more` AFTER UPDATE ON `chat_size` BEGIN
	UPDATE `owner_size` SET `messages` = `messages` + NEW.`messages` - OLD.`messages`,
		`bot_messages` = `bot_messages` + NEW.`bot_messages` - OLD.`bot_messages`, `chars` = `chars` + NEW.`chars` - OLD.`chars`
	WHERE `owner_id` = (SELECT `owner_id` FROM `chat` WHERE `id` = NEW.`chat`);
END;--> statement-breakpoint
CREATE TRIGGER `owner_size_without` AFTER DELETE ON `chat_size` BEGIN
	UPDATE `owner_size` SET `messages` = `messages` - OLD.`messages`, `bot_messages` = `bot_messages` - OLD.`bot_messages`,
		`chars` = `chars` - OLD.`chars`
	WHERE `owner_id` = (SELECT `owner_id` FROM `chat` WHERE `id` = OLD.`chat`);
END;
