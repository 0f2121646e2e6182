-- Who reads along in a chat, whose it is and who spoke there first are three facts; until now the last two were one.
ALTER TABLE `chat` RENAME COLUMN `person_id` TO `first_person_id`;--> statement-breakpoint
ALTER TABLE `chat` ADD `audience` text DEFAULT 'group' NOT NULL;--> statement-breakpoint
ALTER TABLE `chat` ADD `owner_address` text;--> statement-breakpoint
-- Every chat of the local page is its owner's, whoever was noted there.
UPDATE `chat` SET `audience` = 'private', `owner_address` = 'owner',
	`first_person_id` = (SELECT `id` FROM `person` WHERE `role` = 'owner')
WHERE `channel` = 'web';--> statement-breakpoint
-- Elsewhere a chat with one person has had the very name of their address; strangers who were refused have one too.
UPDATE `chat` SET `audience` = 'private', `owner_address` = substr(`id`, length(`channel`) + 2)
WHERE `channel` <> 'web' AND EXISTS (
	SELECT 1 FROM `address` WHERE `address`.`channel` = `chat`.`channel` AND `chat`.`id` = `address`.`channel` || ':' || `address`.`remote_id`
);
