-- Texts whose instant is to come are few among all that were ever saved; each list of articles asks for them.
create index article_text_by_instant on article_text (valid_from_ms);
