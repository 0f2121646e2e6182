CREATE TABLE `chat_move` (
	`remote` text PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `chat_move_chat` ON `chat_move` (`chat`);--> statement-breakpoint
ALTER TABLE `address` ADD `source` text DEFAULT 'house' NOT NULL;--> statement-breakpoint
UPDATE `address` SET `source` = CASE
	WHEN `name` = 'telegram:' || `remote_id` OR `name` = (SELECT `person`.`name` FROM `person` WHERE `person`.`id` = `person_id` AND `role` = 'owner') THEN 'configuration'
	ELSE 'pairing' END
WHERE `channel` = 'telegram' AND `person_id` IS NOT NULL;
