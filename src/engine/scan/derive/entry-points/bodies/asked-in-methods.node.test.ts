/** Who is asked in the bodies of methods that several declare: classes that implement one, and overloads of a name. */

import { expect, test } from "vitest";
import { askedOf } from "#engine/scan/testing/asked-of";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

test("what an interface declares is asked where the classes that implement it refuse", async () => {
  const folder = new TempFolder({
    "Access.java": `package shop;
public interface Access {
  User authenticatedUser();
  User userOrNothing();
}`,
    "OwnAccess.java": `package shop;
public class OwnAccess implements Access {
  public User authenticatedUser() {
    User user = held.get();
    if (user == null) { throw new UnauthenticatedUserException(); }
    return user;
  }
  public User userOrNothing() { return held.get(); }
}`,
    "Orders.java": `package shop;
import jakarta.ws.rs.*;
@Path("/orders")
public class Orders {
  private final Access access;
  private final Other other;
  @GET public String all() { this.access.authenticatedUser(); return ""; }
  @PUT public String put() { this.access.userOrNothing(); return ""; }
  @DELETE public String drop() { this.other.requireUser(); return ""; }
}`,
    "Other.java": "package shop;\npublic interface Other { void requireUser(); }",
    "Strict.java": `package shop;
public class Strict implements Other {
  public void requireUser() { if (session.user() == null) throw new UnauthorizedException(); }
}`,
    "Loose.java": "package shop;\npublic class Loose implements Other { public void requireUser() {} }",
  });
  await runScan(folder);
  expect(askedOf(folder)).toEqual({
    "DELETE /orders": [],
    "GET /orders": ["in access.authenticatedUser()"],
    "PUT /orders": [],
  });
});

test("what is called after asking is asked through all of its overloads", async () => {
  const folder = new TempFolder({
    "Rights.java": `package shop;
public class Rights {
  private final Held held;
  public void checkAdminRight(String name) { checkAdminRight(name, true); }
  public void checkAdminRight(String name, boolean service) { checkAdminRight(name, service, null); }
  public void checkAdminRight(String name, boolean service, String owner) {
    if (!held.by(name, service, owner)) { throw new UnauthorizedException(name); }
  }
  public void checkName(String name) { checkName(name, true); }
  public void checkName(String name, boolean brief) { checkName(name, brief, null); }
  public void checkName(String name, boolean brief, String owner) {
    if (!held.by(name, brief, owner)) { throw new IllegalArgumentException(name); }
  }
}`,
    "Base.java": `package shop;
public abstract class Base {
  protected Rights rights;
  protected void checkAdminRight(String name, Timer timer) { checkAdminRight(name, null, timer); }
  protected void checkAdminRight(String name, String owner, Timer timer) {
    timer.start("rights");
    rights.checkAdminRight(name, true, owner);
  }
}`,
    "Orders.java": `package shop;
import jakarta.ws.rs.*;
@Path("/orders")
public class Orders extends Base {
  @GET public String all(Timer timer) { checkAdminRight(Names.VIEW, timer); return ""; }
  @POST public String add() { rights.checkAdminRight("ADD"); return ""; }
  @PUT public String put() { rights.checkName("x"); return ""; }
  @DELETE public String drop(boolean own) { if (!own) { rights.checkAdminRight("DROP"); } return ""; }
}`,
  });
  await runScan(folder);
  expect(askedOf(folder)).toEqual({
    "DELETE /orders": ['in rights.checkAdminRight("DROP")?'],
    "GET /orders": ["in checkAdminRight(Names.VIEW, timer)"],
    "POST /orders": ['in rights.checkAdminRight("ADD")'],
    "PUT /orders": [],
  });
});
