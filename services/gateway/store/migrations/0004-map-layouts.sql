-- Where the pictures of a map keep its services and their lines: JSON as text, like nodes and edges. It is no part of the map, whose version stays.
create table map_layouts (
  map_id uuid primary key references maps on delete cascade,
  workspace_id uuid not null,
  pin text not null check (pin is json object)
);

-- Counted with the bytes of nodes and edges. By a trigger, since a gateway of the version before deletes maps too.
create function count_layout() returns trigger language plpgsql as $$
declare
  bytes integer := coalesce(octet_length(new.pin), 0) - coalesce(octet_length(old.pin), 0);
begin
  update workspaces set stored_bytes = stored_bytes + bytes where id = coalesce(new.workspace_id, old.workspace_id);
  return null;
end $$;

create trigger count_layout after insert or delete or update on map_layouts
  for each row when (current_setting('maps.recounts', true) is distinct from 'on') execute function count_layout();
