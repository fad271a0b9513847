-- Written and rolled back by the watch over the database while the disk is full, to learn when there is room again (databaseWatch.ts).
create unlogged table write_probe (filler text not null);
