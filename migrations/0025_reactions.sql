CREATE TABLE `reaction` (
	`message_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	`emoji` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`message_id`, `person_id`),
	FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
