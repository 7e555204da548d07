import { expect, test } from "vitest";
import { permissionsGiven } from "./given-permissions.ts";

const method = (body: string) => `def get_permissions(self):\n${body.replace(/^/gm, "    ")}\n`;

test.each([
  ["return [IsAuthenticated(), Nested(action_map={'retrieve': VIEW})]", undefined, ["IsAuthenticated", "Nested"]],
  ["return (permissions.AllowAny(),)", undefined, ["permissions.AllowAny"]],
  ["if self.action == 'list':\n    return [AllowAny()]\nreturn [IsAdminUser()]", "list", ["AllowAny"]],
  ["if self.action == 'list':\n    return [AllowAny()]\nreturn [IsAdminUser()]", "destroy", ["IsAdminUser"]],
  ["if self.action == 'list':\n    return [AllowAny()]\nreturn [IsAdminUser()]", undefined, undefined],
  [
    "if self.action not in ['list', 'retrieve']:\n    permission_classes = [IsAdminUser]\nelse:\n    permission_classes = [IsAuthenticated]\nreturn [permission() for permission in permission_classes]",
    "retrieve",
    ["IsAuthenticated"],
  ],
  [
    "if self.action in ('create',):\n    self.permission_classes = [IsOwner]\nreturn super().get_permissions()",
    "create",
    ["IsOwner"],
  ],
  [
    "if self.action in ('create',):\n    self.permission_classes = [IsOwner]\nreturn super().get_permissions()",
    "list",
    undefined,
  ],
  // What nobody can say of the text alone.
  ["if self.request.user.is_staff:\n    return []\nreturn [IsAdminUser()]", "list", undefined],
  ["found = super().get_permissions()\nfound.append(IsOwner())\nreturn found", "list", undefined],
  ["classes = [IsOwner]\npermissions.extend(classes)\nreturn [it() for it in classes]", "list", undefined],
  ["return [it() for it in self.permission_classes]", "list", undefined],
  ["return [IsAdminUser() | IsOwner()]", "list", undefined],
] as const)("%s for %s", (body, action, names) => {
  expect(permissionsGiven(method(body), action)).toEqual(names);
});
